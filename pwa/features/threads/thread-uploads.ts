import { type Caller, RequestError } from '#contract/http/caller.ts'
import { defined } from '#contract/lib/defined.ts'
import { type Conversion, uploads } from '#contract/uploads/calls.ts'
import { CONVERSION_FAILED } from '#contract/uploads/messages.ts'
import { convertUpload } from '#pwa/lib/api/conversion.ts'
import { uploadFile } from '#pwa/lib/api/upload.ts'
import type { ThreadTexts } from './thread-form.ts'

/** The upload progress; `waiting`: offline, continues automatically. */
export interface Sending {
  sent: number
  total: number
  waiting: boolean
  /** The progress of a conversion in percent, or that it waits for its turn; without one, undefined. */
  converting?: number | 'queued' | undefined
}

interface Watch {
  signal: AbortSignal
  onProgress: (sending: Sending) => void
}

/** Uploads the files of a thread. A retry skips files that have been uploaded. */
export class ThreadUploads {
  readonly #call: Caller
  /** The ids of uploaded files. */
  readonly #arrived = new Map<Blob, string>()
  /** The files that can be posted, each with the picture that was drawn out of it. */
  readonly #ready = new Map<Blob, Pick<Conversion, 'thumbnail_id'>>()

  constructor(call: Caller) {
    this.#call = call
  }

  /** The form data, with upload ids in place of the files. */
  async bodyOf(
    { title, text, is_previewed }: ThreadTexts,
    changed: readonly [field: string, file: Blob | null][],
    { signal, onProgress }: Watch,
  ): Promise<FormData> {
    const body = new FormData()
    body.set('title', title)
    body.set('text', text)
    body.set('is_previewed', is_previewed ? '1' : '0')
    const total = changed.reduce((sum, [, file]) => sum + (file?.size ?? 0), 0)
    let before = 0
    for (const [field, file] of changed) {
      const progress = (sent: number, waiting: boolean) =>
        onProgress({ sent: before + sent, total, waiting })
      progress(0, false)
      body.set(field, file ? await this.#upload(file, signal, progress) : '')
      before += file?.size ?? 0
      if (file && (field === 'audio' || field === 'video')) {
        const hasThumbnail = changed.some(([name, one]) => name === 'video_thumbnail' && one)
        const sending = { sent: before, total, waiting: false }
        await this.#convert(
          body,
          { kind: field, with_thumbnail: !hasThumbnail && field === 'video' },
          file,
          {
            signal,
            onProgress: (percent) => onProgress({ ...sending, converting: percent ?? 'queued' }),
          },
        )
      }
    }
    onProgress({ sent: total, total, waiting: false })
    return body
  }

  /** The thread has the files now. */
  forget(): void {
    this.#arrived.clear()
    this.#ready.clear()
  }

  /** Deletes the uploaded files, which no thread will have. */
  drop(): void {
    for (const id of this.#arrived.values())
      this.#call(uploads.dropUpload, { params: { id } }).catch(console.info)
    this.#arrived.clear()
    this.#ready.clear()
  }

  /** Names the converted file in the form, if it had to be converted, with a thumbnail if there is none. */
  async #convert(
    body: FormData,
    wanted: Parameters<typeof convertUpload>[2],
    file: Blob,
    watch: Parameters<typeof convertUpload>[3],
  ) {
    const { kind } = wanted
    if (!this.#ready.has(file)) {
      const id = defined(this.#arrived.get(file), 'the uploaded file')
      const conversion = await convertUpload(this.#call, id, wanted, watch)
      if (conversion.state === 'failed' || conversion.upload_id === null)
        throw new RequestError(422, CONVERSION_FAILED[kind], { [kind]: [CONVERSION_FAILED[kind]] })
      this.#arrived.set(file, conversion.upload_id)
      this.#ready.set(file, conversion)
    }
    body.set(kind, defined(this.#arrived.get(file), 'the converted file'))
    const thumbnail = this.#ready.get(file)?.thumbnail_id
    if (thumbnail && wanted.with_thumbnail) body.set('video_thumbnail', thumbnail)
  }

  async #upload(
    file: Blob,
    signal: AbortSignal,
    onProgress: (sent: number, waiting: boolean) => void,
  ): Promise<string> {
    const known = this.#arrived.get(file)
    if (known !== undefined) return known
    const id = await uploadFile(this.#call, file, { signal, onProgress })
    this.#arrived.set(file, id)
    return id
  }
}
