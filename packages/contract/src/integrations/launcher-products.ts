/** The launchers that the panel's page Launcher describes. */
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
 * The files of the launcher module: two that need Node (the second is for AuroraLauncher), and two that include Node,
 * which only releases have.
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
