"""Protocol buffers: the classes of all messages, made by protobuf from the texts in `protos/`."""
