/** What an owner can connect to the site on the launcher's page of the panel. */
export const launcherProducts = [
  'laminara',
  'gravit',
  'aurora',
  'gml',
  'azauth',
  'authlib',
  'own',
] as const

export type LauncherProduct = (typeof launcherProducts)[number]

/**
 * The files of the launcher module: two that need Node (the second for AuroraLauncher), and two with Node
 * inside, which only a release has.
 */
export const moduleFiles = [
  'portal',
  'portal.js',
  'portal-linux-x64.gz',
  'portal-linux-arm64.gz',
] as const

export type ModuleFile = (typeof moduleFiles)[number]

export function isModuleFile(name: string): name is ModuleFile {
  return moduleFiles.some((file) => file === name)
}
