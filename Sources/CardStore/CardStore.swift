// CardStore
