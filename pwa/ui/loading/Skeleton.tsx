import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Card } from '../layout/Card.tsx'
import css from './Skeleton.module.css'

/** Placeholder shapes while content loads. Announces 読み込み中 once, and shows only after 200 ms. */
export function Skeleton({ children }: { children: ReactNode }) {
  return (
    <div className={css.skeleton} role="status" data-coming>
      <span className="sr">読み込み中</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

interface BoneProps {
  shape: 'avatar' | 'arch' | 'picture' | 'title' | 'line'
}

export const Bone = ({ shape }: BoneProps) => <span className={cx(css.bone, css[shape])} />

interface SkeletonListProps {
  count: number
  leading?: 'avatar' | 'arch'
}

export function SkeletonRows({ count, leading = 'avatar' }: SkeletonListProps) {
  return (
    <Skeleton>
      {indexes(count).map((index) => (
        <Row key={index} leading={leading} />
      ))}
    </Skeleton>
  )
}

export function SkeletonCards({ count, leading = 'arch' }: SkeletonListProps) {
  return (
    <Skeleton>
      <div className={css.cards}>
        {indexes(count).map((index) => (
          <Card key={index} padded>
            <Row leading={leading} />
            <Bone shape="picture" />
          </Card>
        ))}
      </div>
    </Skeleton>
  )
}

const Row = ({ leading }: { leading: 'avatar' | 'arch' }) => (
  <div className={css.row}>
    <Bone shape={leading} />
    <span className={css.lines}>
      <Bone shape="title" />
      <Bone shape="line" />
    </span>
  </div>
)

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)
