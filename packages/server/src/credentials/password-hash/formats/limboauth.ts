import { bcrypt } from './bcrypt.ts'
import type { HashFormat } from './format.ts'

/** LimboAuth's bcrypt: `BCRYPT$10$…` stands for `$2a$10$…`. */
export const limboauthBcrypt: HashFormat = {
  ...bcrypt,
  read: ({ text }) =>
    text.startsWith('BCRYPT$') ? bcrypt.read({ text: text.replace('BCRYPT$', '$2a$') }) : undefined,
}
