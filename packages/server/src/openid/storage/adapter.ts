import { createHash } from 'node:crypto'
import type { App } from '../../app.ts'
import { SECOND } from '../../platform/clock.ts'
import { findUsableClient } from '../clients/built-in-client.ts'
import { toMetadata } from '../clients/metadata.ts'
import {
  consumePayload,
  deletePayload,
  findPayload,
  findPayloadByUserCode,
  type PayloadRow,
  upsertPayload,
} from './payload-store.ts'
import { saveSession } from './save-session.ts'

/** A row as the library knows it. Lifetimes and instants are in seconds. */
export type Payload = Record<string, unknown>

export type AdapterDeps = Pick<App, 'db' | 'clock' | 'settings'> & {
  /** The prefix of values that name a row by its ID. It is secret, so that no caller can send such a value. */
  rowPrefix: string
  /** Returns the id of the row of a JWT access token of this site; undefined for any other text. */
  rowOfJwt(token: string): Promise<string | undefined>
  invalidGrant(): Error
  endGrant(id: string): Promise<void>
}

/**
 * A used refresh token or device code is refused for 30 s without ending its grant, like a refresh token of the site
 * (docs/contract.md#tokens-cookies-sessions): the response may have been lost, or a device may have
 * sent two requests at the same time.
 */
const LOST_RESPONSE_WINDOW = 30 * SECOND
const RETRIED: ReadonlySet<string> = new Set(['RefreshToken', 'DeviceCode'])

/** An instant in the past by the library's own clock, which in tests differs from the clock of the site. */
const PAST = 1

/** Stores what the library needs, by kind. Values are stored as hashes, and payloads contain no tokens. */
export function adapterOf(app: AdapterDeps, kind: string) {
  const { db, clock, rowPrefix } = app

  const rowIdOf = async (value: string): Promise<string> => {
    if (value.startsWith(rowPrefix)) return value.slice(rowPrefix.length)
    const ofJwt = kind === 'AccessToken' ? await app.rowOfJwt(value) : undefined
    return ofJwt ?? hashOf(kind, value)
  }

  const read = (row: PayloadRow, value: string): Payload | undefined => {
    const { deviceCode, ...payload }: Payload = JSON.parse(row.payload)
    const consumed = row.consumedAt
    const isRetry =
      RETRIED.has(kind) && consumed !== null && clock.now() - consumed < LOST_RESPONSE_WINDOW
    return {
      ...payload,
      jti: value,
      ...(deviceCode !== undefined && { deviceCode: `${rowPrefix}${deviceCode}` }),
      ...(consumed !== null && !isRetry && { consumed: Math.floor(consumed / SECOND) }),
      ...(row.expiresAt <= clock.now() && { exp: PAST }),
    }
  }

  const find = async (value: string): Promise<Payload | undefined> => {
    const id = await rowIdOf(value)
    const row = await findPayload(db, { id, kind, now: clock.now() })
    return row && read(row, value.includes('.') ? `${rowPrefix}${id}` : value)
  }

  return {
    async upsert(value: string, payload: Payload, expiresIn: number): Promise<void> {
      const now = clock.now()
      const { jti, deviceCode, ...rest } = payload
      const stored = {
        ...rest,
        ...(typeof deviceCode === 'string' && {
          deviceCode: deviceCode.startsWith(rowPrefix)
            ? deviceCode.slice(rowPrefix.length)
            : hashOf('DeviceCode', deviceCode),
        }),
      }
      const grantId = textOf(payload.grantId)
      const userCode = textOf(payload.userCode)
      const row = {
        id: await rowIdOf(value),
        kind,
        payload: JSON.stringify(stored),
        grantId: grantId && hashOf('Grant', grantId),
        sessionId: kind === 'Session' ? textOf(payload.uid) : textOf(payload.sessionUid),
        playerId: textOf(payload.accountId),
        clientId: textOf(payload.clientId),
        userCode: userCode && hashOf('user code', userCode),
        createdAt: now,
        expiresAt: now + expiresIn * SECOND,
      }
      await (kind === 'Session' ? saveSession(db, row) : upsertPayload(db, row))
    },

    async find(value: string): Promise<Payload | undefined> {
      if (kind !== 'Client') return find(value)
      const client = await findUsableClient(app, value)
      return client && toMetadata(client)
    },

    /** Used for sessions only, whose values are the IDs of the site's sessions. */
    findByUid: find,

    async findByUserCode(userCode: string): Promise<Payload | undefined> {
      const key = { userCode: hashOf('user code', userCode), kind, now: clock.now() }
      const row = await findPayloadByUserCode(db, key)
      return row && read(row, `${rowPrefix}${row.id}`)
    },

    /** Lets only one of concurrent exchanges succeed. */
    async consume(value: string): Promise<void> {
      const id = await rowIdOf(value)
      if (!(await consumePayload(db, { id, now: clock.now() }))) throw app.invalidGrant()
    },

    async destroy(value: string): Promise<void> {
      const id = await rowIdOf(value)
      await (kind === 'Grant' ? app.endGrant(id) : deletePayload(db, id))
    },

    /** Does nothing: a row without its grant is invalid, and the library deletes the grant itself. */
    async revokeByGrantId(): Promise<void> {},
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns the stored form of a value, which has 256 random bits. User codes have fewer, but live for minutes. */
export function hashOf(kind: string, value: string): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('base64url')
}
