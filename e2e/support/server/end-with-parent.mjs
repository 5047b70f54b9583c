// Loaded before a server that a test, benchmark or picture run starts. It exits when the parent process is gone, for
// any reason. Node keeps the channel to the parent open only while it has a listener.
process.on('disconnect', () => process.exit(0));
process.channel?.unref();
