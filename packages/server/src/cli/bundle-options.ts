import type { Command } from 'commander'
import { parseNode } from '../access/node/node.ts'
import { WrongUsage } from './output.ts'

/** Options that role and donate group commands share; `--no-permission` makes `permission` false. */
export type BundleOptions = { name?: string; permission?: string[] | false; json?: boolean }

export function nodesOption(command: Command): Command {
  return command
    .option('--name <name>', 'the display name')
    .option(
      '--permission <node>',
      'allow this, or deny it with - or ! in front; can be repeated, replaces the whole list',
      (node: string, before: string[] | false | undefined) => [...(before || []), node],
    )
}

export function noNodesOption(command: Command): Command {
  return command.option('--no-permission', 'remove every permission')
}

/** @throws WrongUsage when a text is not a permission node. */
export function wantedNodes({ permission }: BundleOptions): string[] | undefined {
  if (permission === false) return []
  return permission?.map(wellFormed)
}

/** @throws WrongUsage when the text is not a permission node. */
export function wellFormed(node: string): string {
  if (parseNode(node)) return node
  throw new WrongUsage(
    `not a permission: ${node} (words of a-z 0-9 _ - joined by dots; * stands for any)`,
  )
}
