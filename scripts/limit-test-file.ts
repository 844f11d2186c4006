import { isMainThread, Worker } from 'node:worker_threads'

/*
 * Loaded before every file of tests: one that has not ended after five minutes is killed, and so fails
 * by its name. Node's `--test-timeout` ends tests but no file that an open server keeps alive, and the
 * runner would wait without end. It is watched from a thread of its own: a loop may have the other.
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
