import type { UnitOfWork } from '../audit/change.ts'

/**
 * Records closed sessions for other programs.
 * @param actor the author, if it is not the actor of the change
 */
export function emitClosed(
  { emit }: Pick<UnitOfWork, 'emit'>,
  closed: readonly { id: string; playerId: string; device: string }[],
  actor?: string,
): void {
  for (const { id, playerId, device } of closed) {
    emit('session.closed', { player: playerId, session: id, device }, actor)
  }
}
