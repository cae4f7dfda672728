/** The archives that are taken, for messages. */
export const takenArchives = '.tar, .tar.gz, .tgz, .zip';
