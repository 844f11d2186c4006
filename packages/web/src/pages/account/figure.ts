import { SkinViewer, WalkingAnimation } from 'skinview3d'

export type Pose = 'walk' | 'stand' | 'back'
export type BackWear = 'cape' | 'elytra'

export type WornTextures = {
  skin: string | undefined
  cape: string | undefined
  slim: boolean
  back: BackWear
}

/** The phase of the walk in which a motionless figure is shown. */
const WALK_PHASE = 0.2

/** A 3D figure on a canvas. Vertical swipes scroll the page; horizontal ones turn the figure. */
export function createFigure(canvas: HTMLCanvasElement) {
  const viewer = new SkinViewer({ canvas, width: 240, height: 360, zoom: 0.95 })
  viewer.controls.enableZoom = false // the wheel scrolls the page
  canvas.style.touchAction = 'pan-y'
  return {
    async dress({ skin, cape, slim, back }: WornTextures): Promise<void> {
      await viewer.loadSkin(skin ?? mannequin(), { model: slim ? 'slim' : 'default' })
      if (cape) await viewer.loadCape(cape, { backEquipment: back })
      else viewer.loadCape(null)
    },
    stand(pose: Pose, still: boolean): void {
      viewer.resetCameraPose()
      viewer.animation = pose === 'walk' ? new WalkingAnimation() : null
      if (!viewer.animation) return
      viewer.animation.speed = 0.5
      if (!still) return
      viewer.animation.progress = WALK_PHASE
      viewer.animation.update(viewer.playerObject, 0)
      viewer.animation.paused = true
    },
    turn(degrees: number): void {
      viewer.playerWrapper.rotation.y = (degrees / 180) * Math.PI
    },
    close: () => viewer.dispose(),
  }
}

/** A skin of one color, for a cape without a skin. */
function mannequin(): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.fillStyle = '#a9b3ad'
  context.fillRect(0, 0, 32, 16) // head
  context.fillRect(0, 16, 56, 16) // body, right arm and leg
  context.fillRect(16, 48, 32, 16) // left arm and leg
  return canvas
}
