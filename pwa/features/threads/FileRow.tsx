import type { ReactNode } from 'react'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { IconName } from '#pwa/ui/icon-names.ts'
import css from './ThreadMediaView.module.css'

/** An optional part of the form. */
export function Group({
  label,
  count,
  children,
}: {
  label: string
  count?: string
  children: ReactNode
}) {
  return (
    <fieldset className={css.group}>
      <legend>
        {label}
        <span className={css.mark}>任意</span>
        {count && <span className={css.count}>{count}</span>}
      </legend>
      {children}
    </fieldset>
  )
}

interface PickProps {
  icon: IconName
  accept: string
  disabled?: boolean
  onPick: (file: File) => void
  children: ReactNode
}

/** A file picker. */
export const Pick = ({ icon, accept, disabled = false, onPick, children }: PickProps) => (
  <label className={css.pick}>
    <Icon name={icon} size="s" />
    {children}
    <input
      type="file"
      accept={accept}
      disabled={disabled}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0]
        currentTarget.value = '' // Allows choosing the same file again.
        if (file) onPick(file)
      }}
    />
  </label>
)

interface FileRowProps {
  icon: IconName
  name: string
  /** Bytes; undefined for a file uploaded long ago. */
  size: number | undefined
  seconds: number | null
  onDelete: () => void
}

/** A chosen audio or video file. */
export const FileRow = ({ icon, name, size, seconds, onDelete }: FileRowProps) => (
  <div className={css.file}>
    <Icon name={icon} />
    <span className="grow">
      <b className="small clip1">{name}</b>
      {size !== undefined && (
        <span className={css.facts}>
          {seconds !== null && `${minutes(seconds)}・`}
          {megabytes(size)}
        </span>
      )}
    </span>
    <IconButton icon="trash" label={`${name} を削除`} onClick={onDelete} />
  </div>
)

const minutes = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
const megabytes = (bytes: number) => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)}MB`
