// CardSession
