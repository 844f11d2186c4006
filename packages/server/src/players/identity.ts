export type Identity = { playerId: string; sessionId: string }
