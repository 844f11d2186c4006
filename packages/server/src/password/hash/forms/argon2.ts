import { type Form, MOST_MEMORY } from './form.ts'

const WRITTEN =
  /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$[^$]{8,}\$[^$]{16,}$/
const MOST_PASSES = 20

/** argon2 in its own spelling, AuthMe's ARGON2 too. The library verifies it (see passwords.ts). */
export const argon2: Form = {
  scheme: 'argon2',
  read({ text }) {
    const [, memory, passes] = WRITTEN.exec(text) ?? []
    const usable = Number(memory) * 1024 <= MOST_MEMORY && Number(passes) <= MOST_PASSES
    return usable ? { keep: text } : undefined
  },
}
