// CardUI
