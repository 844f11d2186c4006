/** The player and the session that an access token names. */
export type Identity = { playerId: string; sessionId: string }
