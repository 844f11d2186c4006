/** An import that cannot go on. The message is for the owner; nothing was written. */
export class ImportRefused extends Error {}
