// AppRuntime
