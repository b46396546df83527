// Calls with which processes of one user share resources.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>

int clinux_lock_byte(int file, off_t byte, enum clinux_lock lock) {
    static const short kinds[] = {[CLINUX_UNLOCKED] = F_UNLCK, [CLINUX_SHARED] = F_RDLCK, [CLINUX_EXCLUSIVE] = F_WRLCK};
    // A lock of the open file description instead of the process: closing any descriptor of the file would release a
    // lock of the process.
    struct flock region = {.l_type = kinds[lock], .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    while (fcntl(file, F_OFD_SETLK, &region) != 0) {
        if (errno == EINTR) continue;
        return errno == EACCES ? EAGAIN : errno;
    }
    return 0;
}

bool clinux_is_byte_locked(int file, off_t byte) {
    struct flock region = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(file, F_OFD_GETLK, &region) == 0 && region.l_type != F_UNLCK;
}

int clinux_peer(int socket, uid_t *user, pid_t *process) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return errno;
    *user = peer.uid;
    *process = peer.pid;
    return 0;
}
