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

/**
 * A 3D figure on a canvas. Vertical swipes scroll the page; horizontal ones turn the figure. Only a walking figure is
 * drawn all the time; a motionless one is drawn only after a change, which saves battery on phones.
 */
export function createFigure(canvas: HTMLCanvasElement) {
  const viewer = new SkinViewer({ canvas, width: 240, height: 360, zoom: 0.95, renderPaused: true })
  viewer.controls.enableZoom = false // the wheel scrolls the page
  canvas.style.touchAction = 'pan-y'

  let frame = 0
  const draw = (): void => {
    cancelAnimationFrame(frame)
    if (viewer.renderPaused && !viewer.disposed)
      frame = requestAnimationFrame(() => viewer.render())
  }
  viewer.controls.addEventListener('change', draw)
  canvas.addEventListener('webglcontextrestored', draw)
  window.addEventListener('resize', draw) // zooming in the browser empties the canvas

  return {
    async dress({ skin, cape, slim, back }: WornTextures): Promise<void> {
      await viewer.loadSkin(skin ?? mannequin(), { model: slim ? 'slim' : 'default' })
      if (cape) await viewer.loadCape(cape, { backEquipment: back })
      else viewer.loadCape(null)
      draw()
    },
    stand(pose: Pose, still: boolean): void {
      viewer.resetCameraPose()
      viewer.animation = pose === 'walk' ? new WalkingAnimation() : null
      if (viewer.animation) {
        viewer.animation.speed = 0.5
        viewer.animation.progress = still ? WALK_PHASE : 0
        viewer.animation.update(viewer.playerObject, 0)
      }
      viewer.renderPaused = still || pose !== 'walk'
      draw()
    },
    turn(degrees: number): void {
      viewer.playerWrapper.rotation.y = (degrees / 180) * Math.PI
      draw()
    },
    close(): void {
      window.removeEventListener('resize', draw)
      cancelAnimationFrame(frame)
      viewer.dispose()
    },
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
