import type { Session as SessionReply } from '@portal/contract'
import { isoInstant } from '../platform/clock.ts'

/** One signed-in device. Nothing its refresh token could be made from is stored. */
export type Session = {
  id: string
  playerId: string
  device: string
  agent: string
  ip: string
  /** How often the refresh token was replaced; the present token carries this number. */
  counter: number
  createdAt: number
  updatedAt: number
  expiresAt: number
}

/** A session as its player sees it (answers, `Session`). */
export function toSessionReply(session: Session, currentId: string): SessionReply {
  return {
    id: session.id,
    device: session.device,
    agent: session.agent,
    ip: session.ip,
    current: session.id === currentId,
    createdAt: isoInstant(session.createdAt),
    updatedAt: isoInstant(session.updatedAt),
    expiresAt: isoInstant(session.expiresAt),
  }
}

/** Whether a text has the form of a session's id (see newId). */
export function isSessionId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
