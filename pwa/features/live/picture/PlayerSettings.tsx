import { useState } from 'react'
import { CAPTION_LANGUAGES } from '#contract/live/captions.ts'
import { SOUND_ALONE_LABEL } from '#contract/live/messages.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { RadioGroup } from '#pwa/ui/forms/RadioGroup.tsx'
import { Toggle } from '#pwa/ui/forms/Toggle.tsx'
import { Dialog } from '#pwa/ui/overlay/Dialog.tsx'
import type { Captions } from '../archive/useCaptions.ts'
import { areCharacterKeysOn, setCharacterKeys } from './keys.ts'
import css from './PlayerSettings.module.css'
import { AUTO, type Delay, SOUND_ALONE, type Tracks } from './playback-feed.ts'
import type { PictureHandle } from './usePicture.ts'

interface PlayerSettingsProps {
  picture: PictureHandle
  live: boolean
  captions: Captions
  setRate: (rate: number) => void
  onClose: () => void
}

const RATES = [0.75, 1, 1.25, 1.5, 2]
const NO_CAPTIONS = ''
const DELAYS: { value: Delay; label: string }[] = [
  { value: 'short', label: '低遅延' },
  { value: 'steady', label: '安定' },
]

/** Speed, quality and delay: only settings with more than one choice. */
export function PlayerSettings({ picture, live, captions, setRate, onClose }: PlayerSettingsProps) {
  const { tracks, delay, rate } = picture
  return (
    <Dialog
      open
      title="再生の設定"
      onClose={onClose}
      actions={
        <Button variant="quiet" onClick={onClose}>
          閉じる
        </Button>
      }
    >
      <div className={css.settings}>
        {!live && (
          <RadioGroup
            label="再生速度"
            name="rate"
            require
            value={rate}
            onChange={setRate}
            options={RATES.map((value) => ({ value, label: `${value}×` }))}
          />
        )}
        {captions.languages.length > 0 && (
          <RadioGroup
            label="字幕"
            name="captions"
            require
            value={captions.chosen ?? NO_CAPTIONS}
            onChange={(language) => captions.choose(language || null)}
            options={[
              { value: NO_CAPTIONS, label: 'なし' },
              ...captions.languages.map((value) => ({ value, label: CAPTION_LANGUAGES[value] })),
            ]}
          />
        )}
        <QualityChoice tracks={tracks} onChoose={picture.chooseTrack} />
        {live && tracks.hasDelay && (
          <RadioGroup
            label="遅延"
            name="delay"
            require
            hint="映像が止まりやすいときは［安定］にすると、少し遅れるかわりに途切れにくくなります"
            value={delay}
            onChange={picture.setDelay}
            options={DELAYS}
          />
        )}
        <KeyboardShortcuts />
      </div>
    </Dialog>
  )
}

interface QualityChoiceProps {
  tracks: Tracks
  onChoose: (track: number) => void
}

function QualityChoice({ tracks, onChoose }: QualityChoiceProps) {
  if (tracks.heights.length <= 1 && !tracks.hasSound)
    return <p className="small">{onlyOne(tracks.heights[0])}</p>
  return (
    <RadioGroup
      label="画質"
      name="track"
      require
      value={tracks.chosen}
      onChange={onChoose}
      options={[
        { value: AUTO, label: autoLabel(tracks) },
        ...choices(tracks.heights),
        ...(tracks.hasSound ? [{ value: SOUND_ALONE, label: SOUND_ALONE_LABEL }] : []),
      ]}
    />
  )
}

function KeyboardShortcuts() {
  const [on, setOn] = useState(areCharacterKeysOn)
  const change = (to: boolean) => {
    setCharacterKeys(to)
    setOn(to)
  }
  return (
    <Toggle
      label="文字キーで操作する"
      hint="K：再生・停止、M：消音、F：全画面、C：字幕"
      checked={on}
      onChange={change}
    />
  )
}

function autoLabel({ chosen, heights, shown }: Tracks) {
  const height = chosen === AUTO ? heights[shown] : undefined
  return height ? `自動（${height}p）` : '自動'
}

/** Highest quality first; two of the same height are distinguished by their index. */
const choices = (heights: number[]) =>
  heights
    .map((height, value) => {
      const isTwice = heights.indexOf(height) !== heights.lastIndexOf(height)
      return { value, label: isTwice ? `${height}p-${value + 1}` : `${height}p` }
    })
    .reverse()

/** The label if the browser chooses the quality itself, or the stream has only one. */
function onlyOne(height: number | undefined): string {
  if (height === undefined) return '画質は、お使いのブラウザーが回線に合わせて選びます。'
  return height > 0 ? `この配信の画質は${height}pの1種類です。` : 'この配信の画質は1種類です。'
}
