import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../../platform/log.ts'
import { announceSetup } from './announce-setup.ts'

const URL = 'https://portal.example/setup?token=a.b.c'

function announced(isTTY: boolean) {
  const shown: string[] = []
  const logged: string[] = []
  const log = openLog('info', { write: (line) => void logged.push(line) })
  announceSetup(log, URL, { isTTY, write: (text: string) => shown.push(text) })
  return { shown: shown.join(''), logged: logged.join('') }
}

test('a person at the console gets the link on a line of its own', () => {
  const { shown, logged } = announced(true)

  assert.ok(shown.split('\n').includes(URL))
  assert.equal(logged, '')
})

test('a program gets the link as a line of the log', () => {
  const { shown, logged } = announced(false)

  assert.equal(shown, '')
  assert.ok(JSON.parse(logged).msg.endsWith(URL))
})
