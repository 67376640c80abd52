"""The page that plays every game of the engine, and the bridge to a native one."""
