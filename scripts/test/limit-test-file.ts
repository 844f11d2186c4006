import { isMainThread, Worker } from 'node:worker_threads'

/*
 * Loaded before every test file. It kills a file that has not ended after five minutes, so that the file
 * fails by its name. Node's `--test-timeout` ends tests, but not a file that an open server keeps alive;
 * the runner would wait forever. The timer runs in another thread, in case the main one is in a loop.
 */

const SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 300)

const WATCH = `
  const { file, seconds } = require('node:worker_threads').workerData
  setTimeout(() => {
    require('node:fs').writeSync(2, file + ' has not ended within ' + seconds + ' s\\n')
    process.kill(process.pid, 'SIGKILL')
  }, seconds * 1000)`

const isTestFile = isMainThread && process.env.NODE_TEST_CONTEXT !== undefined
if (isTestFile) {
  const workerData = { file: process.argv[1], seconds: SECONDS }
  new Worker(WATCH, { eval: true, execArgv: [], workerData }).unref()
}
