/** Pixels. */
export const photoSize = { width: 960, height: 640 };

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9db7c9"/><stop offset="1" stop-color="#dfe6e8"/></linearGradient>
    <linearGradient id="paint" x2="0" y2="1"><stop stop-color="#fbfbf9"/><stop offset=".55" stop-color="#e6e8e8"/><stop offset="1" stop-color="#b9bec2"/></linearGradient>
    <radialGradient id="dent"><stop stop-color="#7f868b" stop-opacity=".85"/><stop offset=".6" stop-color="#a9afb3" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="960" height="640" fill="url(#sky)"/>
  <rect y="470" width="960" height="170" fill="#6f6d68"/>
  <path d="M0 470h960v14H0z" fill="#5b5955"/>
  <path d="M-40 500V300q10-46 70-52l190-20 130-118q24-20 66-20h420q60 0 140 60v350z" fill="url(#paint)"/>
  <path d="M258 228l108-96q16-14 44-14h110v110z" fill="#2c3840"/>
  <path d="M548 118h210q50 4 120 110H548z" fill="#2c3840"/>
  <path d="M240 240h290v246H300q-60-80-60-246zM536 240h330q10 150-40 246H536z" fill="none" stroke="#8e9498" stroke-width="4"/>
  <rect x="440" y="276" width="74" height="16" rx="8" fill="#c9cdd0" stroke="#7f868b" stroke-width="2"/>
  <ellipse cx="372" cy="376" rx="74" ry="46" fill="url(#dent)"/>
  <path d="M318 366q50-26 112 4M330 386q44 18 92 2" stroke="#5d6469" stroke-width="3" fill="none"/>
  <circle cx="120" cy="490" r="96" fill="#1e2022"/><circle cx="120" cy="490" r="56" fill="#a4abb0"/><circle cx="120" cy="490" r="18" fill="#3a3f43"/>
  <path d="M330 330l34 30" stroke="#c8321f" stroke-width="8"/><path d="M368 366l-20-4 12-14z" fill="#c8321f"/>
</svg>`;

/** A picture as somebody sends it of a dent in a door, as JPEG; the same bytes every time. */
export async function dentPhoto(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height } = photoSize;
  return sharp(Buffer.from(drawing)).resize(width, height).jpeg({ quality: 80 }).toBuffer();
}
