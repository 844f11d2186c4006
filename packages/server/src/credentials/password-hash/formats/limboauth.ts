import { bcrypt } from './bcrypt.ts'
import type { Form } from './format.ts'

/** The bcrypt of LimboAuth, `BCRYPT$10$…`, which is `$2a$10$…`. */
export const limboauthBcrypt: Form = {
  ...bcrypt,
  read: ({ text }) =>
    text.startsWith('BCRYPT$') ? bcrypt.read({ text: text.replace('BCRYPT$', '$2a$') }) : undefined,
}
