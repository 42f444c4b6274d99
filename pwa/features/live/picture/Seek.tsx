import { type RefObject, useId } from 'react'
import { clock } from './clock.ts'
import type { Gap } from './gaps.ts'
import css from './Seek.module.css'
import type { PictureHandle } from './usePicture.ts'

interface SeekProps {
  video: RefObject<HTMLVideoElement | null>
  picture: PictureHandle
}

/** The distance at which a gap is shown, in seconds. */
const NEAR_S = 3

/** The seek bar of an archive, with the gaps where its stream was interrupted. */
export function Seek({ video, picture: { at, duration, gaps } }: SeekProps) {
  const id = useId()
  const near = gaps.find((gap) => Math.abs(gap.at - at) <= NEAR_S)
  const place = `${clock(at)} / ${clock(duration)}`
  return (
    <>
      <span className={css.time}>{clock(at)}</span>
      <span className={css.bar}>
        <input
          className={css.seek}
          type="range"
          aria-label="再生位置"
          aria-valuetext={near ? `${place}、${gapLabel(near)}` : place}
          aria-describedby={gaps.length > 0 ? id : undefined}
          min={0}
          max={Math.max(1, Math.floor(duration))}
          value={Math.floor(at)}
          onChange={({ target }) => {
            if (video.current) video.current.currentTime = Number(target.value)
          }}
        />
        {gaps.length > 0 && <Gaps id={id} gaps={gaps} duration={duration} near={near} />}
      </span>
      <span className={css.time}>{clock(duration)}</span>
    </>
  )
}

interface GapsProps {
  id: string
  gaps: Gap[]
  duration: number
  near: Gap | undefined
}

function Gaps({ id, gaps, duration, near }: GapsProps) {
  const share = (gap: Gap) => ({ '--share': duration > 0 ? Math.min(1, gap.at / duration) : 0 })
  return (
    <>
      <ul id={id} className={css.gaps}>
        {gaps.map((gap) => (
          <li key={gap.at} style={share(gap)}>
            <span className="sr">{`${clock(gap.at)} ${gapLabel(gap)}`}</span>
          </li>
        ))}
      </ul>
      {near && (
        // Screen readers get it in the slider's value text.
        <span className={css.near} aria-hidden>
          {gapLabel(near)}
        </span>
      )}
    </>
  )
}

const gapLabel = ({ lasts }: Gap) => `配信の中断（約${lengthLabel(lasts)}）`
const lengthLabel = (seconds: number) =>
  seconds < 60 ? `${Math.round(seconds)}秒` : `${Math.round(seconds / 60)}分`
