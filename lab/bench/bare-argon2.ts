import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { ARGON2 } from '../../packages/server/src/credentials/password-hash/passwords.ts'
import { load } from './load.ts'

/*
 * The baseline of a sign-in: only verifies passwords, with one worker per core. baselines.ts runs it as a
 * child process.
 */

const PASSWORD = 'correct horse battery'
const stored = await hash(PASSWORD, ARGON2)

const visit = async (): Promise<void> => {
  if (!(await verify(stored, PASSWORD))) throw new Error('a right password was refused')
}
const workers = Array.from({ length: availableParallelism() }, () => visit)

/** The message is a duration in milliseconds; the reply is the number of passwords verified per second. */
process.on('message', async (duration: number) => {
  process.send?.((await load(workers, duration)).rate)
})
process.on('disconnect', () => process.exit())
process.send?.(0)
