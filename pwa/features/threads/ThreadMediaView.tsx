import { useEffect } from 'react'
import { site } from '#contract/site/calls.ts'
import { IMAGES_TOO_MANY } from '#contract/threads/messages.ts'
import { THREAD_MAX } from '#contract/threads/posting-limits.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { type FittedPhoto, fitPhoto } from '#pwa/lib/photo.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { FieldError } from '#pwa/ui/forms/FieldError.tsx'
import { useAddress } from '#pwa/ui/forms/useAddress.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { FileRow, Group, Pick } from './FileRow.tsx'
import css from './ThreadMediaView.module.css'
import { Thumbnails } from './Thumbnails.tsx'
import { type Chosen, FILM_TYPES, fileProblem, isVideoShut, isVideoThere } from './thread-form.ts'
import { type StillsFailure, useLength, useStills } from './useStills.ts'
import type { ThreadEditor } from './useThreadEditor.ts'

/** The attachments: pictures and audio, or a video with one of its frames as thumbnail. */
export function ThreadMediaView({ editor }: { editor: ThreadEditor }) {
  const { files } = editor
  const hasVideo = isVideoThere(files)
  return (
    <>
      {!hasVideo && <Images editor={editor} />}
      {!hasVideo && <Sound editor={editor} />}
      <Film editor={editor} shut={isVideoShut(files)} />
      {hasVideo && <Alert>動画を付けるときは、画像と音声は付けられません。</Alert>}
    </>
  )
}

function Images({ editor }: { editor: ThreadEditor }) {
  const { images } = editor.files
  const filled = images.filter((image) => image !== null).length
  async function add(chosen: File[]) {
    const fitted = Promise.all(chosen.map(fitImage))
    const goodOf = (all: FittedPhoto[]) => all.flatMap((one) => ('file' in one ? one.file : []))
    await editor.addImages(fitted.then(goodOf))
    const problem = (await fitted).find((one) => 'problem' in one)?.problem ?? null
    const isTooMany = filled + goodOf(await fitted).length > THREAD_MAX.images
    editor.fail('error', isTooMany ? IMAGES_TOO_MANY : problem)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are taken once.
  useEffect(() => {
    const first = editor.takeFirstImages()
    if (first.length > 0) void add(first)
  }, [])
  const error = editor.errorOf('error', 'imageid_1', 'imageid_2', 'imageid_3')
  return (
    <Group label="画像" count={`${filled}/${THREAD_MAX.images}`}>
      <div className={css.previews}>
        {images.map((image, at) =>
          image === null ? null : (
            <Preview
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
              key={at}
              image={image}
              at={at + 1}
              onDelete={() => {
                editor.fail('error', null)
                editor.setFiles({ images: images.map((one, n) => (n === at ? null : one)) })
              }}
            />
          ),
        )}
        {filled < THREAD_MAX.images && (
          <label className={css.add}>
            <Icon name="plus" />
            <span className="note">追加</span>
            <input
              type="file"
              aria-label="画像を追加"
              accept="image/*"
              multiple
              onChange={({ currentTarget }) => {
                const chosen = [...(currentTarget.files ?? [])]
                currentTarget.value = '' // Allows choosing the same file again.
                if (chosen.length > 0) void add(chosen)
              }}
            />
          </label>
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </Group>
  )
}

const fitImage = async (file: File): Promise<FittedPhoto> => {
  const problem = fileProblem('image', file)
  return problem ? { problem } : fitPhoto(file)
}

interface PreviewProps {
  image: File | string
  at: number
  onDelete: () => void
}

function Preview({ image, at, onDelete }: PreviewProps) {
  const url = useAddress(image)
  return (
    <span className={css.preview}>
      {url && <img className="art" src={url} alt={`${at}枚目の画像`} />}
      <IconButton icon="close" size="s" tone="scrim" label={`${at}枚目を削除`} onClick={onDelete} />
    </span>
  )
}

const fileOf = (chosen: Chosen) => (chosen instanceof File ? chosen : null)

function Sound({ editor }: { editor: ThreadEditor }) {
  const { audio } = editor.files
  const seconds = useLength(fileOf(audio))
  const error = editor.errorOf('audio')
  return (
    <Group label="音声">
      {audio === null ? (
        <Pick
          icon="music"
          accept="audio/*"
          onPick={(file) => {
            const problem = fileProblem('audio', file)
            editor.fail('audio', problem)
            if (!problem) editor.setFiles({ audio: file })
          }}
        >
          音声を追加
        </Pick>
      ) : (
        <FileRow
          icon="music"
          name={fileOf(audio)?.name ?? '投稿済みの音声'}
          size={fileOf(audio)?.size}
          seconds={seconds}
          onDelete={() => {
            editor.fail('audio', null)
            editor.setFiles({ audio: null })
          }}
        />
      )}
      {error && <FieldError>{error}</FieldError>}
    </Group>
  )
}

const FILM_FAILED: Record<StillsFailure, string> = {
  unreadable: 'この動画は再生できません。H.264で撮影したMP4かMOVの動画を選んでください',
  slow: 'この端末ではサムネイルを作成できませんでした。もう一度選ぶか、別の端末でお試しください',
}

/** The stills of the chosen video. One that this device cannot play is converted later, or cannot be chosen. */
function useDrawnStills(editor: ThreadEditor) {
  const { data: config } = useLoad(site.getConfig, {})
  return useStills(fileOf(editor.files.video), {
    onDrawn: (first) => editor.setFiles({ thumbnail: first }),
    onFailed(why) {
      if (why === 'unreadable' && config?.converts_films)
        return editor.setFiles({ isConverted: true })
      editor.fail('video', FILM_FAILED[why])
      editor.setFiles({ video: null, thumbnail: null })
    },
  })
}

function Film({ editor, shut }: { editor: ThreadEditor; shut: boolean }) {
  const { video, thumbnail, isConverted = false } = editor.files
  const drawn = useDrawnStills(editor)
  const error = editor.errorOf('video')
  if (video === null)
    return (
      <div>
        <Pick
          icon="video"
          accept={FILM_TYPES.join()}
          disabled={shut}
          onPick={(file) => {
            const problem = fileProblem('video', file)
            editor.fail('video', problem)
            if (!problem) editor.setFiles({ video: file, thumbnail: null, isConverted: false })
          }}
        >
          {shut ? '動画は画像・音声と一緒に付けられません' : '動画を追加'}
        </Pick>
        {error && <FieldError>{error}</FieldError>}
      </div>
    )
  return (
    <>
      <Group label="動画">
        <FileRow
          icon="video"
          name={fileOf(video)?.name ?? '投稿済みの動画'}
          size={fileOf(video)?.size}
          seconds={drawn?.seconds ?? null}
          onDelete={() => {
            editor.fail('video', null)
            editor.setFiles({ video: null, thumbnail: null })
          }}
        />
        {error && <FieldError>{error}</FieldError>}
      </Group>
      {isConverted && (
        <Alert>
          この端末では再生できない形式です。投稿するときに変換し、サムネイルも自動で選びます。
        </Alert>
      )}
      {video instanceof File && !drawn && !isConverted && (
        <p role="status">サムネイルを作成しています…</p>
      )}
      {drawn && (
        <Thumbnails
          stills={drawn.stills}
          chosen={thumbnail}
          onChoose={(still) => editor.setFiles({ thumbnail: still })}
        />
      )}
    </>
  )
}
