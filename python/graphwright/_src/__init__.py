"""The files of this package, in rooms: each uses only itself and earlier ones."""
