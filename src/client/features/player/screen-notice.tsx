import type { ReactNode } from 'react'

type ScreenNoticeProps = { title: string; children?: ReactNode; actions?: ReactNode }

/** Words in the place of the picture. */
export function ScreenNotice({ title, children, actions }: ScreenNoticeProps) {
  return (
    <div className="screen-notice z-1 bg-paper" role="alert">
      <h3>{title}</h3>
      {children && <p className="max-w-[44ch]">{children}</p>}
      {actions && <div className="row justify-center">{actions}</div>}
    </div>
  )
}
