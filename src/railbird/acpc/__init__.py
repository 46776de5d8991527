"""The competition's protocol: a dealer and a client over sockets, and the processes of bots."""
