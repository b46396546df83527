#include "CCommonMark.h"
