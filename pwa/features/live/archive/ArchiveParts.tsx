import { Suspense, useState, useSyncExternalStore } from 'react'
import type { Event } from '#contract/events/calls.ts'
import { lazyComponent } from '#pwa/lib/lazy-component.ts'
import { currentPage, shareUrl } from '#pwa/lib/share.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { Dialog } from '#pwa/ui/overlay/Dialog.tsx'
import { clock } from '../picture/clock.ts'
import css from './ArchiveParts.module.css'
import type { ArchivePlayback } from './archive-playback.ts'
import { chapterAt, chaptersOf } from './chapters.ts'
import { CLIP_LENGTHS, clipUntil, clipUrl } from './clip.ts'

// Loaded only for hosts.
const CaptionFiles = lazyComponent(async () => (await import('./CaptionFiles.tsx')).CaptionFiles)

interface ArchivePartsProps {
  event: Event
  playback: ArchivePlayback
}

/** Below an archive: its chapters, and a link to a part of it. */
export function ArchiveParts({ event, playback }: ArchivePartsProps) {
  const chapters = chaptersOf(event.about)
  const current = useSyncExternalStore(playback.clock.subscribe, () =>
    chapterAt(chapters, playback.place().position),
  )
  return (
    <section className={css.parts} aria-label="見逃し配信の場面">
      {chapters.length > 0 && (
        <>
          <h2>チャプター</h2>
          <ol className={css.chapters}>
            {chapters.map(({ at, title }, n) => (
              <li key={at}>
                <button
                  type="button"
                  className={css.chapter}
                  aria-current={n === current ? 'true' : undefined}
                  onClick={() => playback.seek(at)}
                >
                  <span className={css.at}>{clock(at)}</span>
                  {title}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
      <ClipButton event={event} playback={playback} />
      {event.can.moderate && (
        <Suspense>
          <CaptionFiles eventId={event.id} />
        </Suspense>
      )}
    </section>
  )
}

function ClipButton({ event, playback }: ArchivePartsProps) {
  const [shown, setShown] = useState<ReturnType<ArchivePlayback['place']> | null>(null)
  const isKnown = useSyncExternalStore(
    playback.clock.subscribe,
    () => playback.place().duration > 0,
  )
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        icon="share"
        disabled={!isKnown}
        onClick={() => setShown({ ...playback.place() })}
      >
        この場面を共有
      </Button>
      {shown && <ClipDialog event={event} {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

interface ClipDialogProps {
  event: Event
  position: number
  duration: number
  onClose: () => void
}

function ClipDialog({ event, position, duration, onClose }: ClipDialogProps) {
  const [length, setLength] = useState<(typeof CLIP_LENGTHS)[number]>(30)
  const clip = clipUntil(position, length, duration)
  const page = currentPage(event.title)
  const share = () => {
    onClose()
    void shareUrl({ ...page, url: clipUrl(page.url, clip) })
  }
  return (
    <Dialog
      open
      title="この場面を共有"
      onClose={onClose}
      actions={
        <>
          <Button icon="share" onClick={share}>
            リンクを共有
          </Button>
          <Button variant="quiet" onClick={onClose}>
            キャンセル
          </Button>
        </>
      }
    >
      <div className={css.clip}>
        <RadioGroup
          label="長さ"
          name="length"
          require
          value={length}
          onChange={setLength}
          options={CLIP_LENGTHS.map((value) => ({ value, label: `${value}秒` }))}
        />
        <p>
          <b className="num">
            {clock(clip.from)}〜{clock(clip.to)}
          </b>
          の場面のリンクです。見られるのは、見逃し配信の期間中、チケットをお持ちの方だけです。
        </p>
      </div>
    </Dialog>
  )
}
