import { after } from 'node:test'

/**
 * Holds what the tests of a process share, such as a browser. Everything is closed after the last test, even
 * if one part cannot be closed. `npm test` loads this module before the test files.
 */
export const openForAll = new AsyncDisposableStack()
after(() => openForAll.disposeAsync())
