import type { Session as SessionReply, SignedInWith } from '@portal/contract'
import { isoInstant } from '../platform/clock.ts'

/** A signed-in device. Nothing is stored from which its refresh token could be made. */
export type Session = {
  id: string
  playerId: string
  device: string
  agent: string
  ip: string
  /** Null for sessions older than the question. */
  signedInWith: SignedInWith | null
  /** How often the refresh token was replaced; the present token contains this number. */
  counter: number
  createdAt: number
  updatedAt: number
  expiresAt: number
}

/** Describes a session to its player (docs/contract.md#shapes). */
export function toSessionReply(session: Session, currentId: string): SessionReply {
  return {
    id: session.id,
    device: session.device,
    agent: session.agent,
    ip: session.ip,
    current: session.id === currentId,
    signedInWith: session.signedInWith,
    createdAt: isoInstant(session.createdAt),
    updatedAt: isoInstant(session.updatedAt),
    expiresAt: isoInstant(session.expiresAt),
  }
}

/** Whether a text has the form of a session id (see newId). */
export function isSessionId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
