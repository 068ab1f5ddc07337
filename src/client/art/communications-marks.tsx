// Written by scripts/art/generate.ts; change the drawing there.

/** A carrier modulated by a voice, over a call strip. */
export function CommunicationsMarks() {
  return (
    <g className="marks">
      <path className="ink-line fine" d="M0 84h320" />
      <path
        className="subject-line"
        d="M8 75v19M11.2 74v20M14.4 70v29M17.6 67v34M20.8 62v43M24 55v58M27.2 55v58M30.4 40v87M33.6 49v69M36.8 30v107M40 47v74M43.2 31v106M46.4 48v72M49.6 41v85M52.8 53v62M56 54v60M59.2 56v55M62.4 59v51M65.6 51v66M68.8 55v58M72 41v86M75.2 54v59M78.4 45v77M81.6 61v45M84.8 58v52M88 65v39M91.2 59v51M94.4 56v56M97.6 50v68M100.8 41v86M104 46v77M107.2 34v101M110.4 50v68M113.6 41v85M116.8 60v48M120 57v54M123.2 68v31M126.4 68v32M129.6 71v26M132.8 68v31M136 64v39M139.2 61v47M142.4 49v71M145.6 52v64M148.8 34v99M152 49v71M155.2 33v103M158.4 50v67M161.6 39v89M164.8 51v66M168 44v81M171.2 46v76M174.4 43v81M177.6 37v94M180.8 44v80M184 31v106M187.2 47v74M190.4 33v103M193.6 52v64M196.8 42v84M200 58v53M203.2 55v59M206.4 63v42M209.6 64v39M212.8 66v36M216 67v34M219.2 61v45M222.4 62v44M225.6 48v73M228.8 55v58M232 38v91M235.2 53v62M238.4 44v80M241.6 56v56M244.8 52v64M248 54v59M251.2 52v65M254.4 45v79M257.6 48v71M260.8 36v96M264 50v68M267.2 38v92M270.4 56v56M273.6 51v67M276.8 64v39M280 65v39M283.2 71v25M286.4 74v21M289.6 76v16M292.8 78v13M296 78v12M299.2 79v11M302.4 79v10M305.6 79v10M308.8 79v10M312 79v10"
        strokeWidth={1.5}
      />
      <rect className="paper-fill ink-line" x={8} y={154} width={304} height={32} />
      <path className="ink-line" d="M96 154v32M252 154v32" />
      <text className="large-words bold" x={16} y={175}>
        {'135.480'}
      </text>
      <text className="strip-words" x={106} y={174.5}>
        {'SAFETYCOM traffic'}
      </text>
      <text className="strip-words bold subject-fill" x={262} y={174.5}>
        {'read 5'}
      </text>
    </g>
  )
}
