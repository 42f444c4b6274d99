import { type RefObject, useEffect, useRef, useState } from 'react'
import { defined } from '#contract/lib/defined.ts'
import { propertiesOf } from '#pwa/lib/unknown.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { type Camera, openCamera } from './camera.ts'
import css from './Scanner.module.css'

interface ScannerProps {
  /** Called for each picture of the camera, with its code or null. */
  onLook: (text: string | null) => Promise<void>
  /** Opens the number input. */
  onType: () => void
}

type At = 'opening' | 'looking' | 'refused' | 'failed'
const FAILED: Record<'refused' | 'failed', string> = {
  refused:
    'カメラを使えません。ブラウザーの設定でカメラを許可するか、整理番号を入力して受け付けてください。',
  failed: 'カメラを開けませんでした。もう一度試すか、整理番号を入力して受け付けてください。',
}

/** The camera view; reports what it sees. */
export function Scanner({ onLook, onType }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { at, camera, again } = useCamera(video, onLook)
  return (
    <div className={css.camera}>
      <video ref={video} className={css.video} muted playsInline aria-label="カメラ" />
      {at === 'looking' && <Finder />}
      {at === 'opening' && <p className={css.words}>カメラを準備しています</p>}
      {(at === 'refused' || at === 'failed') && (
        <div className={css.words} role="alert">
          <p>{FAILED[at]}</p>
          <Button variant="secondary" onClick={again}>
            もう一度試す
          </Button>
        </div>
      )}
      <div className={css.tools}>
        {camera?.light && <Torch light={camera.light} />}
        <button type="button" className={css.type} aria-label="整理番号を入力" onClick={onType}>
          <Icon name="keys" />
          番号
        </button>
      </div>
    </div>
  )
}

/** Opens the camera; `again` opens it once more. */
function useCamera(video: RefObject<HTMLVideoElement | null>, onLook: ScannerProps['onLook']) {
  const [at, setAt] = useState<At>('opening')
  const [attempts, setAttempts] = useState(0)
  const again = () => setAttempts((before) => before + 1)
  const [camera, setCamera] = useState<Camera | null>(null)
  const look = useRef(onLook)
  useEffect(() => {
    look.current = onLook
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try opens it anew
  useEffect(() => {
    let isHere = true
    let opened: Camera | null = null
    setAt('opening')
    setCamera(null)
    openCamera(defined(video.current, 'the video'), {
      onLook: (text) => look.current(text),
      onTrackEnded: again,
    }).then(
      (ready) => {
        opened = ready
        if (!isHere) return ready.close()
        setCamera(ready)
        setAt('looking')
      },
      (error: unknown) => {
        console.warn(error)
        if (isHere) setAt(propertiesOf(error).name === 'NotAllowedError' ? 'refused' : 'failed')
      },
    )
    return () => {
      isHere = false
      opened?.close()
    }
  }, [attempts])
  return { at, camera, again }
}

/** Switches the phone's light. */
function Torch({ light }: { light: NonNullable<Camera['light']> }) {
  const [lit, setLit] = useState(false)
  return (
    <IconButton
      icon="torch"
      tone="scrim"
      label={lit ? 'ライトを消す' : 'ライトをつける'}
      aria-pressed={lit}
      onClick={() => {
        void light(!lit)
        setLit(!lit)
      }}
    />
  )
}

const Finder = () => (
  <svg className={css.finder} viewBox="0 0 100 100" aria-hidden="true">
    <path d="M3 24V13A10 10 0 0 1 13 3h11M76 3h11a10 10 0 0 1 10 10v11M97 76v11a10 10 0 0 1-10 10H76M24 97H13A10 10 0 0 1 3 87V76" />
  </svg>
)
