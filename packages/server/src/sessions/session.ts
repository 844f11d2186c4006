import type { Session as SessionReply, SignedInWith } from '@portal/contract'
import { isoInstant } from '../platform/clock.ts'

export type Session = {
  id: string
  playerId: string
  device: string
  agent: string
  ip: string
  signedInWith: SignedInWith | null
  /** How often the refresh token has been replaced. The current refresh token contains this number. */
  counter: number
  createdAt: number
  updatedAt: number
  expiresAt: number
}

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

export function isSessionId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}
