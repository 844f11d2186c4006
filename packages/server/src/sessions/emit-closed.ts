import type { UnitOfWork } from '../audit/change.ts'

/**
 * Records an event for each closed session.
 * @param actor the author of the events, if it is not the actor of the change
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
