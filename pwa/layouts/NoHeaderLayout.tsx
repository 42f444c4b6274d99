import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

export const NoHeaderLayout = ({ children }: LayoutProps) => (
  <Frame header={false}>{children}</Frame>
)
