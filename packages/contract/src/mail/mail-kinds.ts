import { playerMailKinds } from './player-mail-kinds.ts'
import { superuserMailKinds } from './superuser-mail-kinds.ts'

export const mailKinds = { ...playerMailKinds, ...superuserMailKinds } as const

export type MailKind = keyof typeof mailKinds

export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailKinds, kind)
}
