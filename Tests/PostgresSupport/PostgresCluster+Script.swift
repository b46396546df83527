extension PostgresCluster {
    /// Creates a cluster, runs it until the script's input ends, and removes it.
    static let script = """
        set -eu
        folder=$1 binaries=$2 bouncer=$3 settings=$4 primary=$5
        cd "$folder"
        trap 'cd /; rm -rf "$folder" 2>/dev/null' EXIT
        if [ -n "$primary" ]; then
            "$binaries/pg_basebackup" -D data -R -c fast -h "$primary" -U cardstream >initdb.log 2>&1
            printf "%s\\n" "unix_socket_directories = '$folder'" "cluster_name = 'db2'" >>data/postgresql.conf
        else
            "$binaries/initdb" -D data -A trust -U cardstream -N -E UTF8 --locale=C.UTF-8 >initdb.log 2>&1
            cat >>data/postgresql.conf <<END
        listen_addresses = ''
        unix_socket_directories = '$folder'
        max_connections = 400
        shared_buffers = 64MB
        fsync = off
        full_page_writes = off
        wal_level = minimal
        max_wal_senders = 0
        autovacuum = off
        deadlock_timeout = 200ms
        $settings
        END
        fi
        "$binaries/pg_ctl" -D data -w -l server.log start >/dev/null 2>&1 </dev/null
        pooler=
        if [ -n "$bouncer" ]; then
            cat >bouncer.ini <<END
        [databases]
        * = host=$folder user=cardstream
        [pgbouncer]
        pool_mode = transaction
        auth_type = any
        listen_port = 6432
        unix_socket_dir = $folder
        max_client_conn = 1000
        default_pool_size = 3
        server_idle_timeout = 1
        server_login_retry = 0.05
        END
            "$bouncer" -q bouncer.ini >bouncer.log 2>&1 </dev/null &
            pooler=$!
            until [ -S .s.PGSQL.6432 ] || ! kill -0 $pooler 2>/dev/null; do sleep 0.05; done
        fi
        echo ready
        while read -r mode; do
            case $mode in
            promote) "$binaries/pg_ctl" -D data -w promote >/dev/null 2>&1 </dev/null ;;
            stop) "$binaries/pg_ctl" -D data -w -m immediate stop >/dev/null 2>&1 </dev/null ;;
            fill) cat /dev/zero >data/ballast 2>/dev/null || true ;;
            free)
                rm -f data/ballast
                until "$binaries/pg_isready" -q -h "$folder"; do
                    "$binaries/pg_ctl" -D data status >/dev/null ||
                        "$binaries/pg_ctl" -D data -w -l server.log start >/dev/null 2>&1 </dev/null || true
                    sleep 0.02
                done
                ;;
            *) "$binaries/pg_ctl" -D data -w -m "$mode" -l server.log restart >/dev/null 2>&1 </dev/null ;;
            esac
            echo ready
        done
        [ -z "$pooler" ] || kill "$pooler" || true
        "$binaries/pg_ctl" -D data -m immediate stop >/dev/null 2>&1 || true
        """
}
