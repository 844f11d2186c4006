import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { ARGON2 } from '../../packages/server/src/password/hash/passwords.ts'
import { load } from './load.ts'

/*
 * The floor of a sign-in: verifying passwords and nothing else, with as many workers as cores. Run
 * as a child process by floors.ts.
 */

const PASSWORD = 'correct horse battery'
const stored = await hash(PASSWORD, ARGON2)

const visit = async (): Promise<void> => {
  if (!(await verify(stored, PASSWORD))) throw new Error('a right password was refused')
}
const workers = Array.from({ length: availableParallelism() }, () => visit)

/** For how many milliseconds to verify; answered with how many were verified a second. */
process.on('message', async (duration: number) => {
  process.send?.((await load(workers, duration)).rate)
})
process.on('disconnect', () => process.exit())
process.send?.(0)
