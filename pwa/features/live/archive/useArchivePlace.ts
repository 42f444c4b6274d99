import { type RefObject, useEffect } from 'react'
import { savePosition } from '../picture/position.ts'
import { instantAt } from '../picture/timeline.ts'
import type { PictureHandle } from '../picture/usePicture.ts'
import type { ArchivePlayback } from './archive-playback.ts'

/** Tells the rest of the page where the archive plays; null for a live stream. */
export function usePlaceReport(playback: ArchivePlayback, archive: PictureHandle | null) {
  const { at = 0, duration = 0, timeline = null } = archive ?? {}
  useEffect(() => {
    if (timeline) playback.shows(at, duration, instantAt(timeline, at))
  }, [timeline, at, duration, playback])
}

interface PlayerElements {
  video: RefObject<HTMLVideoElement | null>
  box: RefObject<HTMLElement | null>
}

/** Lets the rest of the page choose where the archive plays. */
export function useSeekTarget(
  playback: ArchivePlayback,
  { video, box }: PlayerElements,
  seekable: boolean,
) {
  useEffect(() => {
    if (!seekable) return
    playback.setSeek((seconds) => {
      if (video.current) video.current.currentTime = seconds
      box.current?.scrollIntoView({ block: 'nearest' }) // The chapters are below it.
    })
    return () => playback.setSeek(null)
  }, [seekable, playback, video, box])
}

/** Stores each second at which the archive plays, to resume there; null where the place is not the viewer's own. */
export function useSavedPlace(user: string, eventId: string, archive: PictureHandle | null) {
  const second = Math.floor(archive?.at ?? 0)
  const duration = archive?.duration ?? 0
  useEffect(() => {
    if (second > 0) savePosition(user, eventId, second, duration)
  }, [second, user, eventId, duration])
}
