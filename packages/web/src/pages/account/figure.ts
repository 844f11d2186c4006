import { SkinViewer, WalkingAnimation } from 'skinview3d'

export type Pose = 'walk' | 'stand' | 'back'
export type BackWear = 'cape' | 'elytra'

/** What the figure wears; addresses of pictures. */
export type Worn = {
  skin: string | undefined
  cape: string | undefined
  slim: boolean
  back: BackWear
}

/** Half a step, at which a figure that may not move shows that it walks. */
const MID_STEP = 0.2

/** A 3D figure on a canvas. Fingers that go up or down scroll the page; others turn it. */
export function openFigure(canvas: HTMLCanvasElement) {
  const viewer = new SkinViewer({ canvas, width: 240, height: 360, zoom: 0.85 })
  viewer.controls.enableZoom = false // the wheel scrolls the page
  canvas.style.touchAction = 'pan-y'
  return {
    async dress({ skin, cape, slim, back }: Worn): Promise<void> {
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
      viewer.animation.progress = MID_STEP
      viewer.animation.update(viewer.playerObject, 0)
      viewer.animation.paused = true
    },
    turn(degrees: number): void {
      viewer.playerWrapper.rotation.y = (degrees / 180) * Math.PI
    },
    close: () => viewer.dispose(),
  }
}

/** A skin of one colour, for a cape without a skin. */
function mannequin(): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.fillStyle = '#a9b3ad'
  pen.fillRect(0, 0, 32, 16) // head
  pen.fillRect(0, 16, 56, 16) // body, right arm and leg
  pen.fillRect(16, 48, 32, 16) // left arm and leg
  return canvas
}
