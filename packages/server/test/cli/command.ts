import assert from 'node:assert/strict'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { type Ended, runPortal } from '../support/server-process.ts'
import type { Site } from '../support/site.ts'

/** The exit code of a command that did what was asked. */
export const DONE = 0

/** The exit code of a command that was understood and refused. */
export const REFUSED = 1

/** The exit code of a command that was not understood. */
export const WRONG_USAGE = 2

/** Runs a command beside a running site, on its database and with its key. */
export function command(site: Site, args: readonly string[], stdin = ''): Promise<Ended> {
  return runPortal(args, site.env, stdin)
}

/**
 * Turns the leak check off: without a leak database a new password would cause a warning on stderr.
 */
export async function leaveLeaksUnchecked(site: Site): Promise<void> {
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
