import { beforeEach } from 'node:test'
import { isMainThread, Worker } from 'node:worker_threads'

/*
 * Loaded before the test files of a process. Kills the process if a test or a hook has not ended after fifteen minutes,
 * and names the file and the test. Node's `--test-timeout` ends tests, but not a file that an open server keeps
 * alive; the runner would wait forever. The timer runs in another thread, in case the main one is in a loop.
 */

const SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 900)

const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { seconds } = workerData
  let { files } = workerData
  let latest
  const end = () => {
    const test = latest === undefined ? '' : ' (latest test: ' + latest + ')'
    require('node:fs').writeSync(2, files + ' has not ended within ' + seconds + ' s' + test + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }
  let timer = setTimeout(end, seconds * 1000)
  parentPort.on('message', (message) => {
    clearTimeout(timer)
    timer = setTimeout(end, seconds * 1000)
    files = message.files ?? files
    latest = message.test ?? latest
  })`

const isTestProcess = isMainThread && process.env.NODE_TEST_CONTEXT !== undefined
const watch = isTestProcess ? startWatch() : undefined
// The hook that closes shared parts is for the whole process, not for the file that imports it first.
if (isTestProcess) await import('../../packages/server/test/open-for-all.ts')

/** Records the files whose tests this process runs, for the message about a test that takes too long. */
export function limitTests(files: string): void {
  watch?.postMessage({ files })
}

function startWatch(): Worker {
  const workerData = { files: process.argv[1], seconds: SECONDS }
  const worker = new Worker(WATCH, { eval: true, execArgv: [], workerData })
  worker.unref()
  beforeEach((test) => worker.postMessage({ test: test.name }))
  return worker
}
