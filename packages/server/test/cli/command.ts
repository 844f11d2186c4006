import assert from 'node:assert/strict'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { type Ended, runPortal } from '../support/server-process.ts'
import type { Site } from '../support/site.ts'

/** The exit code of success. */
export const DONE = 0

/** The exit code of a refusal. */
export const REFUSED = 1

/** The exit code of wrong usage. */
export const WRONG_USAGE = 2

/** Runs a command with the database and the key of a running site. */
export function command(site: Site, args: readonly string[], stdin = ''): Promise<Ended> {
  return runPortal(args, site.env, stdin)
}

/** Disables the breach check: without a breach list a new password would cause a warning on stderr. */
export async function disableBreachCheck(site: Site): Promise<void> {
  const change = { name: 'leakCheck', text: 'off' } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, change)
}

/** Runs a command that must succeed and print one line of JSON. */
export async function json(site: Site, args: readonly string[], stdin = '') {
  const ended = await command(site, [...args, '--json'], stdin)
  assert.deepEqual({ ...ended, stdout: '' }, { code: DONE, stdout: '', stderr: '' })
  assert.match(ended.stdout, /^\S.*\n$/)
  return JSON.parse(ended.stdout)
}
