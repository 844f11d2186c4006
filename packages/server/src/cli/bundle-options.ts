import type { Command } from 'commander'
import { parseNode } from '../access/node/node.ts'
import { WrongUsage } from './output.ts'

/** What commands about roles and donate groups share. `permission` false: `--no-permission`. */
export type BundleOptions = { name?: string; permission?: string[] | false; json?: boolean }

export function nodesOption(command: Command): Command {
  return command
    .option('--name <name>', 'what people see')
    .option(
      '--permission <node>',
      'allows it, with - or ! in front denies it; repeat it for more, the list is replaced',
      (node: string, before: string[] | false | undefined) => [...(before || []), node],
    )
}

export function noNodesOption(command: Command): Command {
  return command.option('--no-permission', 'take every permission out')
}

/** @throws WrongUsage for what is no node */
export function wantedNodes({ permission }: BundleOptions): string[] | undefined {
  if (permission === false) return []
  return permission?.map(wellFormed)
}

/** @throws WrongUsage for what is no node */
export function wellFormed(node: string): string {
  if (parseNode(node)) return node
  throw new WrongUsage(`not a permission: ${node} (words of a-z 0-9 _ - joined by dots, * for any)`)
}
