export {
  changeOwnVisibility,
  showOwnVisibility,
  showPublicProfile,
} from './public-profile.ts'
export * from './saved-skins.ts'
export {
  cslProfile,
  cslTexture,
  deleteCape,
  deleteSkin,
  playerTextures,
  render,
  texture,
  uploadCape,
  uploadSkin,
} from './textures.ts'
